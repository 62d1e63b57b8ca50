// The playground of an application: prompts are changed, run on inputs, compared and committed. page.tsx is what the address opens;
// matrix.ts says what is called and matrix-run.ts calls it; editor-pane.tsx changes what is run, matrix-view.tsx shows inputs and
// outputs. What it shares with evaluators stands in web/app/trials. Here: what is in the address.

export const repeatsMax = 10
export const columnsMax = 4

export interface PlaygroundView {
  /** Slug; absent: the default variant. */
  readonly variant?: string
  /** Ids of the revisions that stand side by side, joined by commas; absent: the one that the path names. */
  readonly with?: string
  /** Ids of testcases, joined by commas. */
  readonly rows?: string
  /** What this trace was asked; without a span its root. */
  readonly trace?: string
  readonly span?: string
  readonly repeat?: number
}

const names = ['variant', 'with', 'rows', 'trace', 'span'] as const

export function playgroundSearch(raw: { readonly [K in keyof PlaygroundView]?: unknown }): PlaygroundView {
  const texts = names.flatMap((name) =>
    typeof raw[name] === 'string' && raw[name] !== '' ? [[name, raw[name]] as const] : [],
  )
  const { repeat } = raw
  const isRepeat =
    typeof repeat === 'number' && Number.isInteger(repeat) && repeat > 1 && repeat <= repeatsMax
  return { ...Object.fromEntries(texts), ...(isRepeat ? { repeat } : {}) }
}

/** The ids of a list in the address. */
export const idsIn = (text: string | undefined): readonly string[] =>
  text === undefined ? [] : text.split(',').filter((id) => id !== '')
