@rem npm's scripts begin with exec, so that elsewhere no shell stands between npm and Handbill. Windows has no such word.
@%*
