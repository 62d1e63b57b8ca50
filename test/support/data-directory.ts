// Directories for the data of test servers and databases. They are in memory if it has enough space: a commit then takes two
// thirds of the processor time and no time on the disk. A killed process loses nothing in either place.
import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** A run uses less than 2 GiB. Containers often have only 64 MB of shared memory. */
const freeBytesMin = 8 * 1024 ** 3

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= freeBytesMin
  } catch {
    return false
  }
}

export const newDataDirectory = (prefix = 'assay-test-'): string =>
  mkdtempSync(join(hasRoom() ? memory : tmpdir(), prefix))
