@echo off
rem A double click on Windows: makes the environment, starts the companion and opens its page.
setlocal
rem A folder on another computer gets a letter of its own.
pushd "%~dp0"
title Cosmos companion
if not exist pyproject.toml goto packed
set "PYTHON="
rem Nothing is ready to install for 32 bits.
set "CHECK=import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11) or sys.maxsize < 2 ** 32)"
for %%V in (3.14 3.13 3.12 3.11) do if not defined PYTHON (
  py -%%V -c "%CHECK%" >nul 2>nul && set "PYTHON=py -%%V"
)
for %%P in ("py -3" python) do if not defined PYTHON (
  %%~P -c "%CHECK%" >nul 2>nul && set "PYTHON=%%~P"
)
if not defined PYTHON (
  echo Python is missing, or is older than 3.11 or of 32 bits.
  echo A page to get it opens now: https://www.python.org/downloads/windows/
  echo Take the newest "Windows installer (64-bit)", on a computer with an ARM processor "(ARM64)".
  echo In its first window tick "Add python.exe to PATH", then "Install Now".
  echo After that double-click serve.cmd again.
  start "" https://www.python.org/downloads/windows/
  pause
  exit /b 1
)
if not exist .venv\Scripts\python.exe (
  echo The first start takes a minute or two, and needs the internet this once.
  %PYTHON% -m venv .venv || goto failed
)
rem Where all of it was installed in this folder, for these three files, no internet is needed: what is
rem changed for players stands in the third.
set "MADE_IN="
if exist .venv\made\folder set /p MADE_IN=<.venv\made\folder
if not defined MADE_IN goto install
if not %MADE_IN%=="%CD%" goto install
fc /b pyproject.toml .venv\made\pyproject.toml >nul 2>nul || goto install
fc /b constraints.txt .venv\made\constraints.txt >nul 2>nul || goto install
fc /b CHANGELOG.md .venv\made\CHANGELOG.md >nul 2>nul || goto install
.venv\Scripts\companion.exe --version >nul 2>nul && goto serve

:install
rem Copied, not --editable: Python 3.11 fails where the path of an editable one has letters of no code page.
if exist .venv\made rmdir /s /q .venv\made
.venv\Scripts\python.exe -m pip install --quiet --quiet --disable-pip-version-check --constraint constraints.txt . || goto failed
mkdir .venv\made
copy /y pyproject.toml .venv\made >nul
copy /y constraints.txt .venv\made >nul
copy /y CHANGELOG.md .venv\made >nul
rem Last, so that what was cut short is made anew.
>.venv\made\folder echo "%CD%"

:serve
echo If Windows asks whether the firewall may let phones in: allow private networks.
echo Leave this window and the lid of the laptop open while you play.
echo To end it close this window: nothing is lost.
.venv\Scripts\companion.exe serve --open %*
pause
exit /b

:packed
echo This file is still inside its archive, or alone. Close this window, right-click the archive
echo (its name ends in .zip), choose "Extract All", and double-click serve.cmd in the folder that opens.
pause
exit /b 1

:failed
echo That did not work. With the internet on, delete the folder .venv beside this file and double-click it again.
pause
exit /b 1
