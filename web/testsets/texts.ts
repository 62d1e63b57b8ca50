// The texts of the testset pages.
export const texts = {
  title: 'Testsets',
  noTestsets: 'No testsets yet',
  noArchivedTestsets: 'No archived testsets',
  noTestsetsHint:
    'A testset is a list of rows to test programs with. Drop a file here (CSV, JSON, JSON lines or Parquet), or start with an empty one.',
  notFound: 'Testset not found',
  notFoundHint: 'It may have another name or belong to another project.',
  versionNotFound: 'Version not found',
  versionNotFoundHint: 'The history lists all versions.',
  noRows: 'No rows yet',
  noRowsHint:
    'Add a row, paste cells from a spreadsheet (the first line has the column names), or drop a file here.',
  noRowsInVersion: 'This version has no rows.',
  noMatches: 'No matches',
  searchFailed: 'the search failed',
  draftStored: 'stored in this browser until you commit',
  draftMerged: 'Your changes were merged with the newest version.',
  draftConflicts: 'Some of your changes conflict with the newest version.',
  staleDraft: 'Another person has committed',
  staleDraftHint:
    'Merge your draft with the newest version. Where both changed the same cell, you choose the value.',
  commitCancelled: 'The commit was cancelled. Your draft is unchanged.',
  tooMuchToPaste: 'This is too much to paste. Save it as a file and upload it.',
} as const
