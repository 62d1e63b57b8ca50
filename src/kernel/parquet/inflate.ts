// Adapts hyparquet's decompressors to the `Inflate` type of the page check.
import type { Compressors } from 'hyparquet'
import { ownMember } from '../own.ts'
import { throwDamaged } from './damage.ts'
import type { Inflate } from './pages.ts'

export const inflateWith =
  (compressors: Compressors): Inflate =>
  (codec, input, length) => {
    const inflate = ownMember(compressors as Readonly<Record<string, Compressors['GZIP']>>, codec)
    return inflate === undefined ? throwDamaged(`The codec ${codec} is not known.`) : inflate(input, length)
  }
