// Layouts with programs of the operating system in front of or behind the server. `npm run test:layouts` runs them; the
// programs must be installed (docs/operations.md), so `npm test` leaves them out.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/layouts/*.layout.ts'],
    globalSetup: ['test/layouts/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
