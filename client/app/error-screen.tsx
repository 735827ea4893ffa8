import { Button, Typography } from '@mui/joy'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { logWarning } from '#client/api/log.ts'
import { Logo } from '#client/components/logo.tsx'
import { useTexts } from '#client/texts/texts.tsx'

function ErrorScreen() {
  const { errorScreen } = useTexts().common
  return (
    <div className="bare-page" role="alert">
      <header>
        <Logo size={28} />
      </header>
      <main id="main">
        <Typography level="h1">{errorScreen.title}</Typography>
        <Typography sx={{ color: 'text.tertiary', mt: 1, mb: 5 }}>{errorScreen.text}</Typography>
        <Button onClick={() => location.reload()}>{errorScreen.refresh}</Button>
      </main>
    </div>
  )
}

export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    logWarning(`The application has broken.${componentStack ?? ''}`, error)
  }

  override render() {
    return this.state.hasFailed ? <ErrorScreen /> : this.props.children
  }
}
