// What a project sets for its own ingest: prices of models and redaction rules, kept as JSON texts.
import type { InboxReads } from '../../storage/contract/contract.ts'
import { builtInPrices, type Price } from '../prices/price.ts'
import { Redactor } from '../redaction/redact.ts'
import type { RedactionRule } from '../redaction/text-rules.ts'
import type { ProjectRules } from './rows/batch.ts'

/** As they are stored; undefined where the project set nothing. */
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
  const own = prices === undefined ? [] : (JSON.parse(prices) as readonly Price[])
  const rules = redaction === undefined ? [] : (JSON.parse(redaction) as readonly RedactionRule[])
  return {
    prices:
      own.length === 0 ? [builtInPrices] : [{ version: pricesVersion ?? '', prices: own }, builtInPrices],
    redactor: new Redactor(rules),
  }
}

/** Rules are compiled once for as long as their texts stay the same. */
export function rulesCache(): (text: RulesText) => ProjectRules {
  const kept = new Map<string, ProjectRules>()
  return (text) => {
    const name = JSON.stringify(text)
    let rules = kept.get(name)
    if (rules === undefined) {
      if (kept.size > 1000) kept.clear()
      kept.set(name, (rules = readRules(text)))
    }
    return rules
  }
}
