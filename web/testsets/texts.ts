// The texts of the testset pages.
export const texts = {
  title: 'Testsets',
  none: 'No testsets yet',
  noneArchived: 'No archived testsets',
  noneHow:
    'A testset is a list of rows to test programs with. Drop a file here (CSV, JSON, JSON lines or Parquet), or start with an empty one.',
  unknown: 'Testset not found',
  unknownHow: 'It may have another name or belong to another project.',
  unknownVersion: 'Version not found',
  unknownVersionHow: 'The history lists all versions.',
  noRows: 'No rows yet',
  noRowsEdit:
    'Add a row, paste cells from a spreadsheet (the first line has the column names), or drop a file here.',
  noRowsRead: 'This version has no rows.',
  nothingFound: 'No matches',
  searchFailed: 'the search failed',
  draftStored: 'stored in this browser until you commit',
  draftMerged: 'Your changes were merged with the newest version.',
  draftConflicts: 'Some of your changes conflict with the newest version.',
  stale: 'Another person has committed',
  staleHow:
    'Merge your draft with the newest version. Where both changed the same cell, you choose the value.',
  commitCancelled: 'The commit was cancelled. Your draft is unchanged.',
  tooMuchToPaste: 'This is too much to paste. Save it as a file and upload it.',
} as const
