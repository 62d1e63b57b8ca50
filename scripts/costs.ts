// Shows what the last whole run of the tests cost beside the stored figures; `--write` stores the new ones in test/costs.json.
import { lastCosts, noCosts, storeLastCosts, storedCosts, type TierName } from '../test/support/costs.ts'

const [option] = process.argv.slice(2)
if (option === '--write') storeLastCosts()
else if (option !== undefined) throw new Error('Usage: npm run test:costs -- [--write]')

const [last, stored] = [lastCosts(), storedCosts()]
for (const tier of ['test', 'deep'] satisfies TierName[]) {
  const [now, before] = [last[tier] ?? noCosts, stored[tier] ?? noCosts]
  console.log(
    `${tier}: ${Math.round(now.seconds)} s of processor time, stored ${Math.round(before.seconds)} s`,
  )
  for (const part of new Set([...Object.keys(now.parts), ...Object.keys(before.parts)]))
    console.log(
      `  ${part}: ${Math.round(now.parts[part] ?? 0)} s, stored ${Math.round(before.parts[part] ?? 0)} s`,
    )
}
