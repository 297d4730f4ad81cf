module Main (main) where

import qualified Control.Exception as E
import qualified Data.Typeable as T
import qualified System.Environment as S
import qualified System.Exit as X
import qualified System.IO as I
-- imports

main :: IO ()
main = do
  arguments <- S.getArgs
  E.catch (program (read (head arguments))) report
  I.hFlush I.stdout
  putStr "\RS"

program :: Int -> IO ()
-- programs
program _ = return ()

report :: E.SomeException -> IO ()
report exception = case E.fromException exception of
  Just X.ExitSuccess -> return ()
  Just code -> X.exitWith code
  Nothing -> do
    I.hFlush I.stdout
    I.hPutStr I.stderr ("\RSexception " ++ name exception ++ "\RS")
    shown <- E.try (let text = take 1000 (show exception) in length text `seq` return text)
    I.hPutStr I.stderr (either nothing id shown)
    X.exitWith (X.ExitFailure 1)

name :: E.SomeException -> String
name (E.SomeException exception) = case T.cast exception of
  Just limit -> show (limit :: E.AsyncException)
  Nothing -> show (T.typeOf exception)

nothing :: E.SomeException -> String
nothing _ = ""
