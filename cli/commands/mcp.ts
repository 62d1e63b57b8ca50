// `assay mcp`: serves the tools for assistants over standard input and output.
import type { Command } from '../command.ts'

export const mcpCommand: Command = {
  words: 'mcp',
  help: 'Serve tools to an assistant on this machine (Model Context Protocol, over standard input and output).',
  run: async ({ connect, version, signal, terminal }) => {
    const assay = connect()
    // The role decides which tools are listed. An invalid key is reported now, not at the first call.
    const { user_role, project_name } = await assay.projects.current()
    // Loaded lazily: no other command needs the protocol.
    const [{ serveStdio }, { mcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server/stdio'),
      import('../../mcp/server.ts'),
    ])
    terminal.note(`Assay: tools for project ${project_name}, with role ${user_role}.`)
    const handle = serveStdio(() => mcpServer({ assay, role: user_role, version }))
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
      process.stdin.once('close', resolve)
      process.stdin.once('end', resolve)
    })
    await handle.close()
    return undefined
  },
}
