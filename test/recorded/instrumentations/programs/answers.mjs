// The answers of all substitute models, for every wire format: one call of each tool, then a text.
export const text = 'Order 17 is on its way.'
export const hasTools = ({ tools }) => Array.isArray(tools) && tools.length > 0

/** A value that is valid for a JSON Schema. */
export function valueOf(schema, name = '') {
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.type === 'integer' || schema.type === 'number') return 17
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') return [valueOf(schema.items ?? {})]
  if (schema.properties === undefined) return name === 'status' ? 'on its way' : '17'
  return Object.fromEntries(
    Object.entries(schema.properties).map(([key, member]) => [key, valueOf(member, key)]),
  )
}

/** The tools of coding agents that run a command. Their other tools are never called. */
const shells = ['Bash', 'exec_command', 'run_shell_command']
const shellArguments = ({ properties }) => ({
  ['cmd' in properties ? 'cmd' : 'command']: 'echo Order 17 is on its way',
  ...('description' in properties ? { description: 'Look up the order' } : {}),
})

/** The tool to call next: the first that has not been called yet. */
export function nextCall(tools, calledNames) {
  const shell = tools.find(({ name }) => shells.includes(name))
  const next = (shell === undefined ? tools : [shell]).find(({ name }) => !calledNames.includes(name))
  if (next === undefined) return undefined
  return { name: next.name, arguments: next === shell ? shellArguments(next.schema) : valueOf(next.schema) }
}
