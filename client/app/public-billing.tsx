import './inside.css'
import { Navigate } from 'react-router'
import { useToken } from '#client/api/use-session.ts'
import { PublicBillingScreen } from '#client/features/usage/public/public-billing.tsx'
import { AllTexts } from '#client/texts/texts.tsx'
import { paths } from './paths.ts'

export function PublicBilling() {
  return useToken() ? (
    <Navigate to={paths.app('usage-billing')} replace />
  ) : (
    <AllTexts>
      <PublicBillingScreen loginPath={paths.login} />
    </AllTexts>
  )
}
