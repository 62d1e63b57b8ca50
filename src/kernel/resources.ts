// A stack of opened resources. The code that opens a resource also adds the step that closes it, and `close` runs
// these steps in reverse order. AsyncDisposableStack does the same, but Node has it since version 24 and the npm
// package runs on Node 22.

export interface Resources {
  /** Adds an opened resource and returns it. */
  readonly add: <T>(resource: T, close: (resource: T) => unknown) => T
  /**
   * Closes the resources, the last one first. A failure does not keep the others open; the first one is thrown at
   * the end. A second call has nothing left to close.
   */
  readonly close: () => Promise<void>
}

export function createResources(): Resources {
  const steps: (() => unknown)[] = []
  return {
    add: (resource, close) => {
      steps.push(() => close(resource))
      return resource
    },
    close: async () => {
      const errors: unknown[] = []
      for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
        try {
          await step()
        } catch (error) {
          errors.push(error)
        }
      }
      if (errors.length > 0) throw errors[0]
    },
  }
}
