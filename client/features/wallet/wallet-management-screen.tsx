import './wallet-management.css'
import { Button } from '@mui/joy'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { trpc } from '#client/api/trpc.ts'
import { PageHeader } from '#client/components/page-header.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { WalletOwner } from '#shared/wallet.ts'
import { AccountLog } from './account-log.tsx'
import { AccountSearch } from './account-search.tsx'
import { Approvals } from './approvals.tsx'
import { ChangeForm } from './change-form.tsx'
import { withWallet } from './way-back.ts'

export function WalletManagementScreen({ homePath }: { homePath: string }) {
  const texts = useTexts().wallet.management
  const { state } = useLocation()
  const [owner, setOwner] = useState<WalletOwner>()
  const wallet = trpc.wallet.of.useQuery({ userId: owner?.id ?? '' }, { enabled: owner !== undefined })
  return (
    <>
      <PageHeader
        title={texts.title}
        text={texts.text}
        action={
          <Button
            component={Link}
            to={withWallet(state, homePath)}
            variant="outlined"
            color="neutral"
            startDecorator={<ArrowLeft size={16} />}
          >
            {texts.back}
          </Button>
        }
      />
      <Approvals />
      <div className="management grid gap-24 items-start">
        <AccountSearch chosen={owner} onChoose={setOwner} />
        {/* A new account is a new form: an amount meant for one may not reach another. */}
        <div className="account clips surface outlined round-md" key={owner?.id}>
          <ChangeForm owner={owner} wallet={wallet.data} />
          {owner && <AccountLog userId={owner.id} />}
        </div>
      </div>
    </>
  )
}
