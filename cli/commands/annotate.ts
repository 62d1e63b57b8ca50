// `assay annotate`: adds an annotation to a trace.
import { requireRootSpanId } from '../../sdk/shared/traces.ts'
import { Refusal, UsageError, type Command } from '../command.ts'
import { settingsObject } from './shared.ts'

export const annotateCommand: Command = {
  words: 'annotate <trace> <name=value…>',
  help: 'Annotate a trace: assay annotate <trace> score=4 note="too long".',
  options: {
    '--span': { value: 'span', help: 'The span to annotate (default: the root).' },
    '--evaluator': { value: 'evaluator', help: 'The slug of the evaluator of the annotation.' },
    '--origin': {
      value: 'origin',
      help: 'Who annotates (default: human).',
      choices: ['human', 'custom', 'auto'],
    },
  },
  run: async ({ connect }, args) => {
    const assay = connect()
    const traceId = args.arg('trace')
    if (args.rest.some((setting) => !setting.includes('=')))
      throw new UsageError('Pass the annotation as name=value.')
    const spanId = args.option('--span') ?? (await requireRootSpanId(assay, traceId))
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
    if (annotation === undefined) throw new Refusal('The server created no annotation.')
    return { json: annotation, text: `Annotated as ${annotation.trace_id}.` }
  },
}
