// Sentences for the OpenAPI document about rules between several members of a request. The code that reads the members
// enforces the rules. `x-refuses` marks a schema whose structure alone does not decide whether a request is accepted.

// A type and not an interface: zod reads it as a record.
type StatedRule = { readonly description: string; readonly 'x-refuses': true }

export const stated = (...sentences: readonly string[]): StatedRule => ({
  description: sentences.join(' '),
  'x-refuses': true,
})

const joinNames = (names: readonly string[], word: 'and' | 'or'): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`

/** At least one of these members is required. */
export const someOf = (names: readonly string[]): string =>
  names.length === 1 ? `${names[0]} is required.` : `One of ${joinNames(names, 'or')} is required.`

/** Exactly one of these members is required. */
export const exactlyOneOf = (names: readonly string[]): string =>
  `Exactly one of ${joinNames(names, 'or')} is required.`

/** These members exclude each other. */
export const notTogether = (names: readonly string[]): string =>
  `${joinNames(names, 'and')} exclude each other.`

/** The rule for references that name one revision: see versioning/references/resolve-reference.ts. */
export const referenceRule =
  'At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant.'

/** The rule for keys, for kinds that can be deployed. */
export const entryRule = 'A key needs a reference to an environment, a variant or a revision beside it.'
