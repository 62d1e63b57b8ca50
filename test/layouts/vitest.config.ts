// Layouts with programs of the operating system in front of or behind the server. `npm run test:layouts` runs them; the
// programs must be installed (docs/operations.md), so `npm test` leaves them out.
import { defineConfig } from 'vitest/config'
import { limits } from '../support/patience.ts'

export default defineConfig({
  test: {
    include: ['test/layouts/*.layout.ts'],
    globalSetup: ['test/layouts/setup.ts'],
    ...limits,
    setupFiles: ['test/support/each-file.ts'],
  },
})
