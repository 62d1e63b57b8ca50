// The matching span of another trace: the same names from the root down, and the same position among siblings of that name.
import type { Outline } from './outline.ts'

interface Place {
  readonly name: string
  /** The position among siblings of the same name. */
  readonly at: number
}

const siblingsOf = (outline: Outline, index: number): readonly number[] => {
  const parent = outline.nodes[index]?.parent ?? -1
  return parent < 0 ? outline.roots : (outline.nodes[parent]?.children ?? [])
}

function placeOf(outline: Outline, index: number): Place {
  const name = outline.nodes[index]?.span.name ?? ''
  const sameName = siblingsOf(outline, index).filter((one) => outline.nodes[one]?.span.name === name)
  return { name, at: sameName.indexOf(index) }
}

/** The id of the matching span. Undefined: the other trace has none. Roots match whatever their names are. */
export function counterpart(outline: Outline, other: Outline, spanId: string): string | undefined {
  const path: Place[] = []
  for (let at = outline.indexById.get(spanId) ?? -1; at >= 0; at = outline.nodes[at]?.parent ?? -1) {
    path.unshift(placeOf(outline, at))
  }
  const [first, ...rest] = path
  if (first === undefined) return undefined
  const sameName = other.roots.find((root) => other.nodes[root]?.span.name === first.name)
  let match = sameName ?? other.roots[0]
  for (const { name, at } of rest) {
    const children: readonly number[] = other.nodes[match ?? -1]?.children ?? []
    match = children.filter((child) => other.nodes[child]?.span.name === name)[at]
  }
  return other.nodes[match ?? -1]?.span.id
}
