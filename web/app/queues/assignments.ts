/**
 * Rotates the people per repeat, so that nobody gets a scenario twice if there are as many people as repeats. Undefined
 * without people: anyone may take an item.
 */
export const assignmentsOf = (
  people: readonly string[],
  repeats: number,
): readonly (readonly string[])[] | undefined =>
  people.length === 0
    ? undefined
    : Array.from({ length: repeats }, (_, repeat) =>
        people.map((__, i) => people[(i + repeat) % people.length] ?? ''),
      )
