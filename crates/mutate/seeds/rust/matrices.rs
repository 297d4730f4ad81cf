//! Small matrices as structures of arrays.

#[derive(Clone, Copy)]
struct Matrix {
    cells: [[f64; 2]; 2],
}

impl Matrix {
    fn diagonal(a: f64, b: f64) -> Matrix {
        Matrix { cells: [[a, 0.0], [0.0, b]] }
    }

    fn determinant(&self) -> f64 {
        self.cells[0][0] * self.cells[1][1] - self.cells[0][1] * self.cells[1][0]
    }

    fn scaled(&self, by: f64) -> Matrix {
        let mut result: Matrix = *self;
        for row in 0..2usize {
            for column in 0..2usize {
                result.cells[row][column] = self.cells[row][column] * by;
            }
        }
        result
    }
}

fn is_singular(matrix: &Matrix) -> bool {
    matrix.determinant().abs() < 1e-12
}

fn main() {
    let matrix: Matrix = Matrix::diagonal(2.0, 3.5);
    println!("{}", matrix.scaled(0.5).determinant());
    println!("{}", is_singular(&matrix) || is_singular(&Matrix::diagonal(0.0, 1.0)));
}
