// Tests that only the deep tier has.
import { test } from 'vitest'
import { inDeep } from '../../test/support/tier.ts'

/** A test of a part that people rarely use: the main path of its page is tested in `npm test`. */
export const deep = (name: string, run: () => Promise<void>): void => inDeep(() => test(name, run))
