module Main (main, interpret) where

import qualified Control.Exception as E
import qualified Data.Typeable as T
import qualified System.Exit as X
import qualified System.IO as I
-- imports

main :: IO ()
main = return ()

interpret :: Int -> IO ()
interpret position = do
  I.hSetBuffering I.stdout (I.BlockBuffering Nothing)
  putStr "\RS"
  how <- E.catch (program position >> return "exit 0") report
  putStr ("\RS" ++ how ++ "\RS")
  I.hFlush I.stdout

program :: Int -> IO ()
-- programs
program _ = return ()

report :: E.SomeException -> IO String
report exception = case E.fromException exception of
  Just X.ExitSuccess -> return "exit 0"
  Just (X.ExitFailure status) -> return ("exit " ++ show status)
  Nothing -> do
    shown <- E.try (let text = take 1000 (show exception) in length text `seq` return text)
    return ("exception " ++ name exception ++ "\n" ++ either nothing id shown)

name :: E.SomeException -> String
name (E.SomeException exception) = case T.cast exception of
  Just limit -> show (limit :: E.AsyncException)
  Nothing -> show (T.typeOf exception)

nothing :: E.SomeException -> String
nothing _ = ""
