import { Refusal, UsageError, type Command } from '../command.ts'
import { settingsObject } from './shared.ts'

export const annotateCommand: Command = {
  words: 'annotate <trace> <name=value…>',
  help: 'Annotate a trace: assay annotate <trace> score=4 note="too long".',
  options: {
    '--span': { value: 'span', help: 'The span to annotate (default: the root).' },
    '--evaluator': { value: 'evaluator', help: 'The slug of the evaluator of the annotation.' },
    '--origin': { value: 'origin', help: 'Who judges (human).', choices: ['human', 'custom', 'auto'] },
  },
  run: async ({ connect }, args) => {
    const assay = connect()
    const traceId = args.arg('trace')
    if (args.rest.some((setting) => !setting.includes('=')))
      throw new UsageError('Pass the judgment as name=value.')
    const spanId = args.option('--span') ?? (await rootOf(assay, traceId))
    const evaluator = args.option('--evaluator')
    const origin = args.option('--origin') ?? 'human'
    const answer = await assay.annotations.create({
      annotation: {
        origin: origin === 'custom' || origin === 'auto' ? origin : 'human',
        kind: 'adhoc',
        channel: 'api',
        data: { outputs: settingsObject(args.rest) },
        links: { invocation: { trace_id: traceId, span_id: spanId } },
        ...(evaluator === undefined ? {} : { references: { evaluator: { slug: evaluator } } }),
      },
    })
    const annotation = answer.annotation
    if (annotation === undefined) throw new Refusal('The server made no annotation.')
    return { json: annotation, text: `Annotated as ${annotation.trace_id}.` }
  },
}

async function rootOf(
  assay: ReturnType<Parameters<Command['run']>[0]['connect']>,
  traceId: string,
): Promise<string> {
  const { spans } = await assay.traces.outline(traceId)
  const root = spans.find(({ parent_id }) => parent_id === undefined || parent_id === null) ?? spans[0]
  if (root === undefined) throw new Refusal(`There is no trace ${traceId} in this project.`)
  return root.span_id
}
