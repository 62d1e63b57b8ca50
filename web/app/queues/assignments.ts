/** Each repeat is dealt to the same people beginning with another one: nobody gets a scenario twice. Nobody named: whoever comes. */
export const assignmentsOf = (
  people: readonly string[],
  repeats: number,
): readonly (readonly string[])[] | undefined =>
  people.length === 0
    ? undefined
    : Array.from({ length: repeats }, (_, repeat) =>
        people.map((__, i) => people[(i + repeat) % people.length] ?? ''),
      )
