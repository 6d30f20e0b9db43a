@rem In package.json "exec node ..." replaces the shell, so that signals reach Node. Windows has no exec: this stands in for it.
@%*
