; What is told when Parley goes: the recordings are the user's, and stay.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ${ifNot} ${Silent}
      MessageBox MB_OK|MB_ICONINFORMATION "Parley is removed. What it recorded and your settings stay in $APPDATA\Parley. Delete that folder if you want them gone."
    ${endIf}
  ${endIf}
!macroend
