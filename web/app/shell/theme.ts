// The theme: light, dark or that of the system. theme.js sets it before the first paint.
import { storedChoice } from '../../ui/browser/use-local-storage.ts'

export type Theme = 'system' | 'light' | 'dark'

const theme = storedChoice<Theme>('theme', ['system', 'light', 'dark'])
export const useTheme = theme.use

export function setTheme(next: Theme): void {
  if (next === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = next
  theme.set(next)
}
