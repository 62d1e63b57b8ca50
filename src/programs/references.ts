// The references of a program run, by the names that traces use.

export interface Reference {
  readonly id?: string
  readonly slug?: string
  readonly version?: string
}

/** By the names that traces use: `application_revision`, `testset`, … */
export type References = Readonly<Record<string, Reference>>
