// Environments: what runs where.
import { PageHead } from '../app/page.tsx'

export function EnvironmentsPage() {
  return <PageHead title="Environments" />
}
