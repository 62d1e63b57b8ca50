// Settings of a project for ingest: model prices and redaction rules, stored as JSON texts.
import type { InboxReads } from '../../storage/contract/contract.ts'
import { builtInPrices, type Price } from '../prices/price.ts'
import { Redactor } from '../redaction/redact.ts'
import type { RedactionRule } from '../redaction/text-rules.ts'
import type { ProjectRules } from './rows/batch.ts'

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

export function readRules({ prices, pricesVersion, redaction }: RulesText): ProjectRules {
  const projectPrices = prices === undefined ? [] : (JSON.parse(prices) as readonly Price[])
  const rules = redaction === undefined ? [] : (JSON.parse(redaction) as readonly RedactionRule[])
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
