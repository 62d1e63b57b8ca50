// An nginx with the configuration that docs/operations.md recommends.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from './program.ts'

export interface Nginx {
  readonly url: string
  readonly stop: () => Promise<void>
}

const operations = join(import.meta.dirname, '../../docs/operations.md')

/** The documented servers: one with its own host, one below a path. */
export function documentedServers(): { readonly ownHost: string; readonly belowPath: string } {
  const blocks = [...readFileSync(operations, 'utf8').matchAll(/```nginx\n([^]*?)```/g)].map(
    ([, text = '']) => text,
  )
  const [ownHost, belowPath] = blocks
  if (ownHost === undefined || belowPath === undefined || blocks.length !== 2) {
    throw new Error('docs/operations.md should show two servers of nginx.')
  }
  return { ownHost, belowPath }
}

/** Starts a documented server on these ports, without TLS. */
export async function startNginx(
  serverBlock: string,
  ports: { readonly listen: number; readonly serverUrls: readonly string[] },
): Promise<Nginx> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-nginx-'))
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(directory, name))
  const server = serverBlock
    .replace('listen 443 ssl;', `listen 127.0.0.1:${ports.listen};`)
    .replaceAll(/^ *ssl_certificate.*\n/gm, '')
    .replaceAll('127.0.0.1:8700', 'assay_servers')
  const upstream = ports.serverUrls.map((url) => `server ${new URL(url).host};`).join(' ')
  const settings = join(directory, 'nginx.conf')
  writeFileSync(
    settings,
    `daemon off;
pid ${directory}/pid;
error_log stderr warn;
events {}
http {
  access_log off;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  upstream assay_servers { ${upstream} }
  ${server}
}
`,
  )
  const stop = await startProgram({
    command: 'nginx',
    args: ['-p', directory, '-c', settings],
    port: ports.listen,
    debianPackage: 'nginx-light',
  })
  return {
    url: `http://127.0.0.1:${ports.listen}`,
    stop: async () => {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
