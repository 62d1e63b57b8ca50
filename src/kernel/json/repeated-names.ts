// Finds repeated keys in the objects of a JSON text. It runs only when the parsed value has fewer members
// than the text, so it is optimized for size, not for speed.
import type { Sliced } from '../sliced.ts'
import { endOfString } from './sources.ts'
import type { JsonPath } from './value.ts'

/** An object with its keys so far, or a list with the index of the current element. */
type Container = { readonly keys: Set<string>; key: string } | { index: number }

const pathsMax = 100
/** Characters that are read without a pause. */
const sliceCharacters = 64 * 1024

/** The paths of the first members whose key occurred before in their object. The text is valid JSON. */
export function* repeatedNames(text: string): Sliced<readonly JsonPath[]> {
  const paths: JsonPath[] = []
  const openContainers: Container[] = []
  let isKey = false
  let pauseAt = sliceCharacters
  for (let offset = 0; offset < text.length && paths.length < pathsMax; offset++) {
    if (offset >= pauseAt) {
      pauseAt = offset + sliceCharacters
      yield
    }
    const token = text[offset]
    const container = openContainers.at(-1)
    if (token === '"') {
      const end = endOfString(text, offset)
      if (isKey && container !== undefined && 'keys' in container) {
        const key: string = JSON.parse(text.slice(offset, end))
        container.key = key.toWellFormed()
        if (container.keys.has(key)) {
          paths.push(
            openContainers.map((openContainer) =>
              'keys' in openContainer ? openContainer.key : openContainer.index,
            ),
          )
        }
        container.keys.add(key)
      }
      isKey = false
      offset = end - 1
    } else if (token === '{') {
      openContainers.push({ keys: new Set(), key: '' })
      isKey = true
    } else if (token === '[') openContainers.push({ index: 0 })
    else if (token === '}' || token === ']') {
      openContainers.pop()
      isKey = false
    } else if (token === ',' && container !== undefined) {
      if ('index' in container) container.index += 1
      else isKey = true
    }
  }
  return paths
}
