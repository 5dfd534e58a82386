import { CookiePolicies } from '#features/session/CookiePolicies.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'

export const CookiePoliciesPage = () => (
  <PageFrame title="Cookie Policies" width="reading">
    <CookiePolicies />
  </PageFrame>
)
