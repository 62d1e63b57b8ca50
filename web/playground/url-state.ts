// The URL state of the playground.

export const repeatsMax = 10
export const columnsMax = 6

export interface PlaygroundView {
  /** The slug of the variant; absent: the default one. */
  readonly variant?: string
  /** Ids of the compared revisions, separated by commas; absent: the revision of the path. */
  readonly with?: string
  /** Ids of testcases, separated by commas. */
  readonly rows?: string
  /** The trace whose inputs are a row; without a span, those of its root. */
  readonly trace?: string
  readonly span?: string
  readonly repeat?: number
  /** Slugs of the evaluators that score outputs, separated by commas. */
  readonly evaluators?: string
}

const names = ['variant', 'with', 'rows', 'trace', 'span', 'evaluators'] as const

export function playgroundSearch(raw: { readonly [K in keyof PlaygroundView]?: unknown }): PlaygroundView {
  const texts = names.flatMap((name) =>
    typeof raw[name] === 'string' && raw[name] !== '' ? [[name, raw[name]] as const] : [],
  )
  const { repeat } = raw
  const isRepeat =
    typeof repeat === 'number' && Number.isInteger(repeat) && repeat > 1 && repeat <= repeatsMax
  return { ...Object.fromEntries(texts), ...(isRepeat ? { repeat } : {}) }
}

/** The ids of a list in the URL. */
export const idsIn = (text: string | undefined): readonly string[] =>
  text === undefined ? [] : text.split(',').filter((id) => id !== '')
