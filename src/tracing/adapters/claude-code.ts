// Spans of Claude Code (its enhanced telemetry). They use gen_ai attributes for names and models, and own attributes
// for usage and content. otlp/agent-events.ts maps its log events.
import { exactSum, numberOf } from '../attributes/metrics.ts'
import { tokens, type Mapper } from './mapper.ts'

export function mapClaudeCode(mapper: Mapper): void {
  if (mapper.attribute('gen_ai.provider.name') === undefined) return
  switch (mapper.attribute('span.type')) {
    case 'llm_request':
      return mapModelCall(mapper)
    case 'interaction':
      return mapPrompt(mapper)
    case 'tool':
      return mapTool(mapper)
    default:
  }
}

function mapModelCall(mapper: Mapper): void {
  mapper.spanType ??= 'chat'
  const count = (key: string): number | undefined => numberOf(mapper.attribute(key))
  const [input, output] = [count('input_tokens'), count('output_tokens')]
  if (input === undefined || output === undefined) return
  const [readTokens, createdTokens] = [count('cache_read_tokens') ?? 0, count('cache_creation_tokens') ?? 0]
  // Cached tokens are reported in addition to the input.
  mapper.write(`${tokens}prompt`, exactSum(exactSum(input, readTokens), createdTokens))
  mapper.write(`${tokens}completion`, output)
  mapper.write(`${tokens}cache_read`, readTokens)
  mapper.write(`${tokens}cache_creation`, createdTokens)
}

function mapPrompt(mapper: Mapper): void {
  const prompt = mapper.attribute('user_prompt')
  if (prompt !== undefined) mapper.write('data.inputs.prompt', [{ role: 'user', content: prompt }])
}

/** Only arguments of the shell are sent as an attribute. */
function mapTool(mapper: Mapper): void {
  const name = mapper.attribute('tool_name') ?? null
  const command = mapper.attribute('full_command')
  if (command !== undefined) mapper.write('data.inputs', { name, arguments: { command } })
  const output = mapper.span.events.find((event) => event.name === 'tool.output')?.attributes['output']
  if (output !== undefined) mapper.write('data.outputs', output)
}
