// The versions of the traffic table and the filter of their traces. This file is pure.
import type { GraphRevision } from '../../app/versions/history/graph-layout.ts'

/** Traces with a span that names the revision. */
export const versionFilter = (revisionId: string): string =>
  `references in [{id: "${revisionId}", attributes: {key: application_revision}}]`

/** The maximum of rows: each needs a request. */
const versionsMax = 10

/** The newest versions of the variant, and the selected one. Version 0 is empty and never called. */
export function visibleVersions(
  revisions: readonly GraphRevision[],
  revision: { readonly id: string; readonly variant_id: string },
): readonly GraphRevision[] {
  return revisions
    .filter(({ variant_id, version }) => variant_id === revision.variant_id && version !== '0')
    .toSorted((a, b) => Number(b.version) - Number(a.version))
    .filter(({ id }, at) => at < versionsMax || id === revision.id)
}
