export function Logo() {
  return (
    <h1 className="logo">
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden={true}>
        <path
          d="M2 4.5A2.5 2.5 0 0 1 4.5 2h5A2.5 2.5 0 0 1 12 4.5v2A2.5 2.5 0 0 1 9.5 9H6L3 11V8.6A2.5 2.5 0 0 1 2 6.5z"
          fill="var(--accent)"
        />
        <path
          d="M16 11a2.5 2.5 0 0 0-2-2.45v.2A3.2 3.2 0 0 1 10.8 12H7.6v.4a2 2 0 0 0 2 2h3.2L15.4 16v-1.9A2.5 2.5 0 0 0 16 13z"
          fill="var(--completed)"
        />
      </svg>
      <span className="logo-name">Parley</span>
    </h1>
  )
}
