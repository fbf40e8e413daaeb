import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { applyLook, applyTheme } from './state/appearance.ts'
import './ui/fonts/latin.css'
import './ui/fonts/more.css'
import './ui/look.css'

applyTheme()
applyLook()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
