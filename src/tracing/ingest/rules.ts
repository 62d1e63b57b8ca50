// Settings of a project for ingest: model prices and redaction rules, stored as JSON texts.
import type { InboxReads } from '../../storage/contract/contract.ts'
import { z } from 'zod'
import { AssayError } from '../../kernel/errors.ts'
import { builtInPrices } from '../prices/price.ts'
import { Redactor } from '../redaction/redact.ts'
import type { RedactionRule } from '../redaction/text-rules.ts'
import type { ProjectRules } from './rows/batch.ts'
import { pricesOf, redactionOf } from './rule-settings.ts'

/** The texts as stored. Undefined if the project has none. */
export interface RulesText {
  readonly prices: string | undefined
  /** The day on which the prices were set; recorded with every cost computed from them. */
  readonly pricesVersion: string | undefined
  readonly redaction: string | undefined
}

export async function rulesText(reads: InboxReads, projectId: string): Promise<RulesText> {
  const [prices, redaction] = await Promise.all([
    reads.projectSetting(projectId, 'prices'),
    reads.projectSetting(projectId, 'redaction'),
  ])
  return {
    prices: prices?.value,
    pricesVersion: prices?.updatedAt.slice(0, 10),
    redaction: redaction?.value,
  }
}

/** Hides every text: nobody knows what an unreadable setting would hide. */
const hidingRules: readonly RedactionRule[] = [{ kind: 'pattern', pattern: '[^]+' }]

/** The value of a setting; undefined if an earlier version stored an invalid one. */
function validSetting<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError || error instanceof AssayError)
      return undefined
    throw error
  }
}

/** Invalid prices are replaced by the built-in ones, invalid rules by one that hides every text. */
export function readRules({ prices, pricesVersion, redaction }: RulesText): ProjectRules {
  const projectPrices = prices === undefined ? [] : (validSetting(() => pricesOf(prices)) ?? [])
  const rules = redaction === undefined ? [] : (validSetting(() => redactionOf(redaction)) ?? hidingRules)
  return {
    prices:
      projectPrices.length === 0
        ? [builtInPrices]
        : [{ version: pricesVersion ?? '', prices: projectPrices }, builtInPrices],
    redactor: new Redactor(rules),
  }
}

/** Compiles rules once per text. */
export function rulesCache(): (text: RulesText) => ProjectRules {
  const cache = new Map<string, ProjectRules>()
  return (text) => {
    const name = JSON.stringify(text)
    let rules = cache.get(name)
    if (rules === undefined) {
      if (cache.size > 1000) cache.clear()
      cache.set(name, (rules = readRules(text)))
    }
    return rules
  }
}
