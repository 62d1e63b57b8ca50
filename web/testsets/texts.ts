// The words of the pages of testsets.
export const texts = {
  title: 'Testsets',
  none: 'No testsets yet',
  noneArchived: 'Nothing is archived',
  noneHow:
    'A testset is a list of rows that programs are tried on. Drop a file here (CSV, JSON, JSON lines or Parquet), or begin with an empty one.',
  unknown: 'There is no such testset',
  unknownHow: 'It may have another name, or belong to another project.',
  unknownVersion: 'There is no such version',
  unknownVersionHow: 'Its history lists those that there are.',
  noRows: 'No rows yet',
  noRowsEdit:
    'Add a row, paste cells from a spreadsheet (the first line names the columns), or drop a file here.',
  noRowsRead: 'This version holds nothing.',
  nothingFound: 'Nothing was found',
  searchFailed: 'the search was broken off',
  draftKept: 'kept in this browser until it is committed',
  stale: 'Somebody committed while you edited',
  staleHow:
    'Your changes stay as they are. Merge them with what is new: where both changed the same cell, you decide which counts.',
  gaveUp: 'The commit was given up. Your draft is as it was.',
  tooMuchToPaste: 'That is more than can be pasted. Save it as a file and upload it.',
} as const
