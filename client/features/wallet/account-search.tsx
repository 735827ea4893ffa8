import { FormControl, FormHelperText, FormLabel, Input, Typography } from '@mui/joy'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { trpc } from '#client/api/trpc.ts'
import { AsyncView } from '#client/components/async-view.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FormBanner } from '#client/components/form-banner.tsx'
import { RoleChip } from '#client/components/role-chip.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import type { WalletOwner } from '#shared/wallet.ts'
import { useWords } from './use-words.ts'

type Props = { chosen: WalletOwner | undefined; onChoose: (owner: WalletOwner) => void }

export function AccountSearch({ chosen, onChoose }: Props) {
  const texts = useTexts().wallet.management
  const words = useWords()
  const [text, setText] = useState('')
  const [username, setUsername] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const found = trpc.wallet.search.useQuery({ username }, { enabled: username !== '' })

  function search(event: FormEvent) {
    event.preventDefault()
    const expected = text.trim()
    setEmpty(expected === '')
    if (expected !== '' && expected === username) {
      found.refetch()
    }
    setUsername(expected)
  }

  return (
    <section className="account-search grid gap-8">
      <search>
        <form onSubmit={search}>
          <FormControl error={isEmpty}>
            <FormLabel>{texts.search}</FormLabel>
            <Input
              value={text}
              error={isEmpty}
              autoFocus
              autoComplete="off"
              startDecorator={<Search size={16} aria-hidden="true" />}
              endDecorator={
                <button
                  type="submit"
                  className="account-search-button inherits-font text-13 medium text-secondary no-background borderless round-xs pressable pad-4 dark-on-hover"
                >
                  {texts.searchButton}
                </button>
              }
              onChange={({ target }) => setText(target.value)}
            />
            {isEmpty && <FormHelperText role="alert">{texts.searchEmpty}</FormHelperText>}
          </FormControl>
        </form>
      </search>
      {username !== '' && found.isError && (
        <FormBanner>{texts.searchFailed(words(found.error, texts.searchFallback))}</FormBanner>
      )}
      {username !== '' && !found.isError && (
        <AsyncView query={found}>
          {(owners) =>
            owners.length === 0 ? (
              <EmptyState dashed title={texts.nobody(username)} text={texts.nobodyText} />
            ) : (
              <Accounts owners={owners} chosen={chosen} onChoose={onChoose} />
            )
          }
        </AsyncView>
      )}
    </section>
  )
}

function Accounts({ owners, chosen, onChoose }: Props & { owners: readonly WalletOwner[] }) {
  const texts = useTexts().wallet.management
  return (
    <>
      <Typography level="body-xs" role="status">
        {texts.accounts(owners.length)}
      </Typography>
      <ul className="accounts unpadded clips surface outlined round-md unlisted" aria-label={texts.results}>
        {owners.map((owner) => (
          <li key={owner.id}>
            <button
              className="row spread gap-12 full-width text-left text-primary no-background borderless pressable"
              type="button"
              aria-pressed={owner.id === chosen?.id}
              onClick={() => onChoose(owner)}
            >
              <span>
                <strong className="semibold">{owner.username}</strong>
                <small className="clips text-12 ellipsis">{owner.email}</small>
              </span>
              <RoleChip role={owner.role} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
