@echo off
rem A double click on Windows: makes the environment, starts the companion and opens its page.
setlocal
cd /d "%~dp0"
title Cosmos companion
set "PYTHON="
for %%V in (3.14 3.13 3.12 3.11) do if not defined PYTHON (
  py -%%V -c "import ensurepip, venv" >nul 2>nul && set "PYTHON=py -%%V"
)
if not defined PYTHON (
  python -c "import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))" >nul 2>nul && set "PYTHON=python"
)
if not defined PYTHON (
  echo Python is missing. A page to get it opens now: https://www.python.org/downloads/windows/
  echo Take the newest "Windows installer". In its first window tick "Add python.exe to PATH",
  echo then "Install Now". After that double-click serve.cmd again.
  start "" https://www.python.org/downloads/windows/
  pause
  exit /b 1
)
if not exist .venv\Scripts\python.exe (
  echo The first start takes a minute or two, and needs the internet this once.
  %PYTHON% -m venv .venv || goto failed
)
rem Where all of it was installed in this folder, for these two files, no internet is needed.
set "MADE_IN="
if exist .venv\made\folder set /p MADE_IN=<.venv\made\folder
if not "%MADE_IN%"=="%CD%" goto install
fc /b pyproject.toml .venv\made\pyproject.toml >nul 2>nul || goto install
fc /b constraints.txt .venv\made\constraints.txt >nul 2>nul || goto install
.venv\Scripts\python.exe -c "import companion.cli" >nul 2>nul && goto serve

:install
if exist .venv\made rmdir /s /q .venv\made
.venv\Scripts\python.exe -m pip install --quiet --quiet --disable-pip-version-check --constraint constraints.txt --editable . || goto failed
mkdir .venv\made
copy /y pyproject.toml .venv\made >nul
copy /y constraints.txt .venv\made >nul
rem Last, so that what was cut short is made anew.
>.venv\made\folder <nul set /p "=%CD%"

:serve
echo If Windows asks whether the firewall may let phones in: allow private networks.
echo Leave this window and the lid of the laptop open while you play. Ctrl-C ends it; nothing is lost.
.venv\Scripts\companion.exe serve --open %*
pause
exit /b

:failed
echo That did not work. With the internet on, delete the folder .venv beside this file and double-click it again.
pause
exit /b 1
