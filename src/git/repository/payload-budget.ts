// Bounds the work that a push gives the main thread. Commits share files, so a pack of some kilobytes can describe a
// thousand large payloads, and each of them is parsed, checked and stored.
import { inSlices } from '../../kernel/time-slices.ts'
import type { Sliced } from '../../kernel/sliced.ts'
import type { ObjectId } from '../objects/objects.ts'
import { tooLarge } from '../pack/pack.ts'

const MiB = 1024 * 1024

/** The bounds of all commits of a push together; a file counts once per commit. */
export const payloadLimits = {
  /** The default limit of one request. */
  bytesMax: 64 * MiB,
  /** The payload of one commit, with indentation. Without it, settings allow 4,000,000 characters. */
  commitBytesMax: 16 * MiB,
  /** Elements and members in JSON files, as in a request. */
  valuesMax: 5_000_000,
  /** Rows of testsets are not in memory at once. */
  rowBytesMax: 256 * MiB,
}

/** The cost of a file besides its bytes: small files are bounded, too. */
const fileBytes = 256
const sliceBytes = 256 * 1024
/** Comma, bracket and brace. */
const separators: ReadonlySet<number> = new Set([44, 91, 123])

/** An upper bound of the number of values in a JSON text: separators in strings count, too. */
function* countingSeparators(text: Uint8Array): Sliced<number> {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    if (separators.has(text[at] ?? 0)) count += 1
    if (at % sliceBytes === 0) yield
  }
  return count
}

const advice = 'Push fewer commits at once.'

/** The budget of one push. */
export class PayloadBudget {
  readonly #limits: typeof payloadLimits
  readonly #values = new Map<ObjectId, number>()
  #bytesUsed = 0
  #valuesUsed = 0
  #rowBytesUsed = 0

  constructor(limits = payloadLimits) {
    this.#limits = limits
  }

  /** Throws when the payload files of a commit exceed the limit of one commit. Takes their bytes. */
  takeFiles(sizes: readonly number[]): void {
    const { bytesMax, commitBytesMax } = this.#limits
    const bytes = sizes.reduce((sum, size) => sum + size + fileBytes, 0)
    if (bytes > commitBytesMax)
      throw tooLarge(`The payload of the commit has more than ${commitBytesMax / MiB} MiB.`)
    this.#bytesUsed += bytes
    if (this.#bytesUsed > bytesMax)
      throw tooLarge(`The payloads of the commits have more than ${bytesMax / MiB} MiB together. ${advice}`)
  }

  /** Takes the values of a JSON file. */
  async takeValues(id: ObjectId, text: Uint8Array): Promise<void> {
    const { valuesMax } = this.#limits
    const values = this.#values.get(id) ?? (await inSlices(countingSeparators(text)))
    this.#values.set(id, values)
    this.#valuesUsed += values
    if (this.#valuesUsed > valuesMax)
      throw tooLarge(`The payloads of the commits have more than ${valuesMax} values together. ${advice}`)
  }

  /** Takes a file with rows. */
  takeRows({ length }: Uint8Array): void {
    const { rowBytesMax } = this.#limits
    this.#rowBytesUsed += length + fileBytes
    if (this.#rowBytesUsed > rowBytesMax)
      throw tooLarge(`The rows of the commits have more than ${rowBytesMax / MiB} MiB together. ${advice}`)
  }
}
