import { readLocal } from '../browser/local-storage.ts'

/** The current time in milliseconds since 1970: the only source of time in the pages. */
export const nowMs = (): number => Date.now()

/**
 * How long a message or a pair of keys waits for a person, in milliseconds. Tests of pages set a factor, so that a busy
 * machine does not miss it.
 */
export const reactionMs = (ms: number): number => ms * readLocal('reaction-factor', 1)
