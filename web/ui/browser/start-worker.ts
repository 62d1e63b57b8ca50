// Workers, which are files of the build.

interface Policy {
  createScriptURL(url: string): string
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy
}

let policy: Policy | undefined

/** The policy of the page wants scripts vouched for; those of the build are our own. */
function vouched(file: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('assay-worker', { createScriptURL: (own) => own })
  return policy?.createScriptURL(file) ?? file
}

/** From what `import file from './worker.ts?worker&url'` gives. */
export const startWorker = (file: string): Worker => new Worker(vouched(file), { type: 'module' })
