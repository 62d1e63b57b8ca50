// The context sizes of well-known models, as their providers publish them (2025-10): tokens of prompt and answer;
// for Gemini, tokens of the prompt only. The pages show no size for a model that is not in the list.

/** The sizes by the name of the model; the first pattern that matches applies. */
const sizes: readonly (readonly [RegExp, number])[] = [
  [/^gpt-5/, 400_000],
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-4o|^gpt-4-turbo/, 128_000],
  [/^gpt-4(-0613)?$/, 8_192],
  [/^gpt-3\.5-turbo$/, 16_385],
  [/^o1-(mini|preview)/, 128_000],
  [/^o[134](-|$)/, 200_000],
  [/^claude-/, 200_000],
  [/^gemini-2/, 1_048_576],
  [/^command-r(-plus)?-08-2024/, 128_000],
]

export const contextTokens = (model: string): number | undefined =>
  sizes.find(([pattern]) => pattern.test(model))?.[1]
