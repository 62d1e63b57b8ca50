// The gate as command lines for a pipeline: curl and `assay`.
import type { EvaluationGateRule } from '../model.ts'

/** Quotes a text for a shell. */
export const shellQuote = (text: string): string =>
  /^[\w./:@=,+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

export interface Gate {
  readonly runId: string
  readonly baseline: string | undefined
  readonly rules: readonly EvaluationGateRule[]
}

export function curlLine({ runId, baseline, rules }: Gate, origin: string): string {
  const body = JSON.stringify({ ...(baseline === undefined ? {} : { baseline_run_id: baseline }), rules })
  return [
    `curl -fsS ${shellQuote(`${origin}/api/evaluations/runs/${runId}/gate`)}`,
    `-H "Authorization: ApiKey $ASSAY_API_KEY" -H 'Content-Type: application/json'`,
    `-d ${shellQuote(body)} | grep -q '"verdict":"pass"'`,
  ].join(' \\\n  ')
}

/** A rule of the command line has one bound. */
const ruleTexts = ({
  evaluator,
  path,
  statistic,
  min,
  max,
  max_drop,
  significant_only,
}: EvaluationGateRule) => {
  const name = `${evaluator}:${path}:${statistic}`
  const end = significant_only === true ? ' significant' : ''
  return [
    ...(min === undefined ? [] : [`${name}>=${min}${end}`]),
    ...(max === undefined ? [] : [`${name}<=${max}${end}`]),
    ...(max_drop === undefined ? [] : [`${name}~${max_drop}${end}`]),
  ]
}

export function assayLine({ runId, baseline, rules }: Gate, origin: string): string {
  return [
    `assay run gate ${runId} --url ${shellQuote(origin)}`,
    ...(baseline === undefined ? [] : [`--baseline ${baseline}`]),
    ...rules.flatMap(ruleTexts).map((text) => `--rule ${shellQuote(text)}`),
  ].join(' \\\n  ')
}
