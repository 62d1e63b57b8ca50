// Starts web workers under the Trusted Types policy of the page.

interface Policy {
  createScriptURL(url: string): string
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
/** The content security policy requires trusted script URLs. Files of our build are trusted. */
const policy: Policy | undefined = trustedTypes?.createPolicy('assay-worker', {
  createScriptURL: (url) => url,
})

const trustedUrl = (file: string): string => policy?.createScriptURL(file) ?? file

/** Takes the URL from `import file from './worker.ts?worker&url'`. */
export const startWorker = (file: string): Worker => new Worker(trustedUrl(file), { type: 'module' })
