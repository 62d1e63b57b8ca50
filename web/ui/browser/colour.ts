// Colours for what is drawn instead of styled.

/** A token (`--bad`) as canvas understands it. A new element each time: a used one may still answer its former colour. */
export function colourOf(place: HTMLElement, token: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${token})`
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
