import './security.css'
import './set-up-screen.css'
import { Button, Typography } from '@mui/joy'
import { Logo } from '#client/components/logo.tsx'
import { useTexts } from '#client/texts/texts.tsx'
import { FactorPanel } from './factor-panel.tsx'

/** Replaces every other screen until the account has the second factor an admin requires. */
export function SetUpScreen({ onDone, onSignOut }: { onDone: () => void; onSignOut: () => void }) {
  const { common, secondFactor } = useTexts()
  const { setUp: texts } = secondFactor
  return (
    <main className="set-up text-primary centered-x" id="main">
      <header className="row spread">
        <span>
          <Logo size={28} />
          {common.product}
        </span>
        <Button size="sm" variant="plain" color="neutral" onClick={onSignOut}>
          {texts.signOut}
        </Button>
      </header>
      <Typography level="h1">{texts.title}</Typography>
      <p>{texts.text}</p>
      <div className="set-up-panel surface outlined round-lg">
        <FactorPanel onReady={onDone} />
      </div>
    </main>
  )
}
