// Resolves relative imports of our own TypeScript files without a look at the disk. Node looks for the real path of each
// file and for the package.json that gives its format, for every import of every module: a quarter of the time that loading
// the server takes (1.1 instead of 1.5 s of processor time for 700 modules).
import { registerHooks } from 'node:module'

/** The address of a file that a TypeScript file of ours imports by a relative path; undefined: Node resolves it. */
export function ownFile(specifier: string, parentUrl: string | undefined): string | undefined {
  const isOwn = parentUrl?.endsWith('.ts') === true && specifier.startsWith('.') && specifier.endsWith('.ts')
  return isOwn ? new URL(specifier, parentUrl).href : undefined
}

/** For all imports of this thread from now on. */
export function resolveOwnImports(): void {
  registerHooks({
    resolve: (specifier, ...[context, resolve]) => {
      const url = ownFile(specifier, context.parentURL)
      return url === undefined
        ? resolve(specifier, context)
        : { url, format: 'module-typescript', shortCircuit: true }
    },
  })
}
