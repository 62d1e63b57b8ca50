// Commands for finished runs: compare them, apply gate rules, verify their inputs.
import type { ComparedMetric, EvaluationGateRule, GateRuleVerdict } from '../../sdk/generated/schemas.ts'
import { Refusal, UsageError, type Command, type Context } from '../command.ts'
import { exitCodes } from '../failures.ts'
import { tableOf } from '../terminal/table.ts'
import { formatNumber } from '../terminal/format.ts'
import { isRecord, listOutcome, readJson } from './shared.ts'

const interval = (ci95: readonly number[] | undefined): string =>
  ci95 === undefined ? '' : `${formatNumber(ci95[0])} … ${formatNumber(ci95[1])}`

/** Most metrics are outputs of an evaluator and share this prefix. */
const metricName = (path: string): string => path.replace(/^attributes\.ag\.data\.outputs\./, '')

interface MetricRow {
  readonly metric: ComparedMetric
  readonly index: number
}

export const compareCommand: Command = {
  words: 'run compare <baseline> <run…>',
  help: 'Compare runs: each metric, the difference to the first run, and whether it is significant.',
  options: {
    '--by-row': { help: 'Match rows by their dedup id, across revisions of the testset.' },
  },
  run: async (context, args) => {
    const { style } = context.terminal
    const { comparison } = await context.connect().runs.compare({
      runs: [args.arg('baseline'), ...args.rest].map((run_id) => ({ run_id })),
      ...(args.has('--by-row') ? { match: 'testcase_dedup_id' as const } : {}),
    })
    const rows = comparison.metrics.flatMap((metric): readonly MetricRow[] =>
      metric.runs.map((_, index) => ({ metric, index })),
    )
    const differenceOf = ({ metric, index }: MetricRow) =>
      metric.differences.find(({ run_id }) => run_id === metric.runs[index]?.run_id && index > 0)
    return listOutcome<MetricRow>(context, {
      json: comparison,
      rows,
      none: 'These runs have no metric in common.',
      columns: [
        { name: 'EVALUATOR', of: ({ metric, index }) => (index === 0 ? metric.evaluator : '') },
        { name: 'METRIC', of: ({ metric, index }) => (index === 0 ? metricName(metric.path) : '') },
        {
          name: 'RUN',
          isFixedWidth: true,
          of: ({ metric, index }) => metric.runs[index]?.run_id,
          paint: (text) => style.dim(text),
        },
        { name: 'ROWS', of: ({ metric, index }) => metric.runs[index]?.count, alignRight: true },
        { name: 'MEAN', of: ({ metric, index }) => formatNumber(metric.runs[index]?.mean), alignRight: true },
        { name: 'DIFFERENCE', of: (row) => formatNumber(differenceOf(row)?.mean), alignRight: true },
        { name: '95 %', of: (row) => interval(differenceOf(row)?.ci95) },
        { name: 'P', of: (row) => formatNumber(differenceOf(row)?.p_value), alignRight: true },
        {
          name: '',
          of: (row) => (differenceOf(row)?.significant === true ? 'differs' : ''),
          paint: (text) => style.yellow(text),
        },
      ],
    })
  },
}

const ruleShape =
  /^(?<evaluator>[^\s:]+):(?<path>[^\s:]+):(?<statistic>[a-z0-9_]+)\s*(?<sign>>=|<=|~)\s*(?<bound>-?\d+(?:\.\d+)?(?:e-?\d+)?)(?<significant>\s+significant)?$/

/**
 * Parses a gate rule: `exact:success:rate>=0.9`, `judge:score:mean<=3`, or `judge:score:mean~0.05` for the largest drop
 * below the baseline; with ` significant` only a significant drop counts.
 */
export function readRule(text: string): EvaluationGateRule {
  const { evaluator, path, statistic, sign, bound, significant } = ruleShape.exec(text)?.groups ?? {}
  if (evaluator === undefined || path === undefined || statistic === undefined) {
    throw new UsageError(
      `'${text}' is not a rule: write evaluator:path:statistic>=number, <=number, or ~number for the largest drop.`,
    )
  }
  const value = Number(bound)
  return {
    evaluator,
    path,
    statistic,
    ...(sign === '>=' ? { min: value } : sign === '<=' ? { max: value } : { max_drop: value }),
    ...(significant === undefined ? {} : { significant_only: true }),
  }
}

function rulesIn(path: string): readonly EvaluationGateRule[] {
  const manifest = readJson(path)
  const rules = isRecord(manifest) ? manifest['rules'] : manifest
  if (!Array.isArray(rules)) throw new UsageError(`${path} must contain a list of rules, or {"rules": […]}.`)
  return rules as readonly EvaluationGateRule[]
}

function gateText(
  { terminal: { style, width } }: Context,
  { verdict, rules }: { readonly verdict: string; readonly rules: readonly GateRuleVerdict[] },
): string {
  const table = tableOf<GateRuleVerdict>(
    [
      {
        name: '',
        of: ({ passed }) => (passed ? 'pass' : 'FAIL'),
        paint: (text, { passed }) => (passed ? style.green(text) : style.red(text)),
      },
      { name: 'EVALUATOR', of: ({ evaluator }) => evaluator },
      { name: 'METRIC', of: ({ path, statistic }) => `${path} ${statistic}` },
      { name: 'VALUE', of: ({ value }) => formatNumber(value), alignRight: true },
      { name: 'BASELINE', of: ({ baseline }) => formatNumber(baseline), alignRight: true },
      { name: 'REASON', of: ({ reason }) => reason },
    ],
    rules,
    { width, head: style.dim },
  )
  return `${table}\n\n${verdict === 'pass' ? style.green('The gate is open.') : style.red('The gate is closed.')}`
}

export const gateCommand: Command = {
  words: 'run gate <run>',
  help: 'Apply gate rules to a finished run; exit code 1 when one fails.',
  options: {
    '--rule': {
      value: 'rule',
      help: 'evaluator:path:statistic>=number (or <=, or ~ for the largest drop).',
      many: true,
    },
    '--rules': { value: 'file', help: 'A JSON file with rules in the format of the API.' },
    '--baseline': { value: 'run', help: 'The run to compare with.' },
  },
  run: async (context, args) => {
    const file = args.option('--rules')
    const rules = [...args.optionValues('--rule').map(readRule), ...(file === undefined ? [] : rulesIn(file))]
    if (rules.length === 0)
      throw new UsageError('The rule is missing: --rule evaluator:path:statistic>=number.')
    const baseline = args.option('--baseline')
    const { gate } = await context.connect().runs.gate(args.arg('run'), {
      rules,
      ...(baseline === undefined ? {} : { baseline_run_id: baseline }),
    })
    if (gate === undefined) throw new Refusal(`There is no run ${args.arg('run')} in this project.`)
    return {
      json: gate,
      text: gateText(context, { verdict: gate.verdict, rules: gate.rules }),
      code: gate.verdict === 'pass' ? exitCodes.success : exitCodes.negative,
    }
  },
}

export const verifyCommand: Command = {
  words: 'run verify <run>',
  help: 'Verify that the inputs of a run are unchanged; exit code 1 when not.',
  run: async (context, args) => {
    const { verification } = await context.connect().runs.verifyManifest(args.arg('run'))
    if (verification === undefined) throw new Refusal(`There is no run ${args.arg('run')} in this project.`)
    const { ok, mismatches } = verification
    const lines = mismatches.map(
      ({ name, expected, actual }) =>
        `WRONG ${name}: expected ${expected ?? 'nothing'}, found ${actual ?? 'nothing'}`,
    )
    return {
      json: verification,
      text: ok ? `ok    run ${args.arg('run')}` : lines.join('\n'),
      code: ok ? exitCodes.success : exitCodes.negative,
    }
  },
}
